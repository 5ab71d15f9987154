import type { Migration } from '../migrate';
import { initial } from './001-initial';

/** All migrations in order. A shipped one is never changed or renumbered; a change is a new one. */
export const migrations: readonly Migration[] = [initial];
