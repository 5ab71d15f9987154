export * from './ids';
export * from './project';
export * from './types';
