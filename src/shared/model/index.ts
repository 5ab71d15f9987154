export * from './conversation';
export * from './json';
export * from './message';
export * from './parts';
