export * from './summary';
export * from './tree';
export * from './turns';
