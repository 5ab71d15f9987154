export { appActions } from './actions';
export * from './app';
export * as drafts from './drafts';
export * from './messages';
export * from './toasts';
export * from './view';
export * from './view-actions';
