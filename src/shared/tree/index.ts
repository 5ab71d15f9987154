export * from './summary';
export * from './trash';
export * from './tree';
export * from './turns';
