export { Blobs } from './blobs';
export { StoreError } from './errors';
export { openStore, type Store, type StoreOptions } from './store';
