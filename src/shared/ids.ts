/** Ids: UUIDv7, so that they sort by time [S3]. */
import { v7 } from 'uuid';

/** A fresh id for now. Ids made in one process sort in the order they were made. */
export function newId(): string {
  return v7();
}

/** 2^48 - 1: the largest time a UUIDv7 can carry, in milliseconds. */
const MAX_MS = 281_474_976_710_655;

/**
 * Makes ids for given times (milliseconds since 1970), as an import needs them: of two ids for one time
 * the one made first sorts first. Times before 1970 count as 1970.
 */
export function idMaker(): (ms: number) => string {
  let seq = 0;
  return (ms) => {
    const msecs = Number.isFinite(ms) ? Math.min(Math.max(0, Math.floor(ms)), MAX_MS) : 0;
    seq = (seq + 1) & 0x7fffffff;
    return v7({ msecs, seq });
  };
}
