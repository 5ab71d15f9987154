export * from './tidy';
export * from './window';
