/**
 * The tidy layout of a forest of nodes of different sizes, top down [L1–L3].
 *
 * It is the contour algorithm of van der Ploeg ("Drawing non-layered tidy trees in linear time", 2014), written
 * without recursion: because ids come parents first, walking them backwards meets every child before its parent,
 * and walking them forwards meets every parent before its children. Threads join the contours of neighbouring
 * subtrees, so that each step of a comparison is paid for once.
 *
 * Nothing overlaps and no link crosses another, because the gap beneath a node counts as part of its box: whatever
 * reaches into the gap in which a node's links run also reaches down to its children, and stands beside all of them.
 */

export interface Size {
  width: number;
  height: number;
}

export interface LayoutOptions {
  /** Least room between neighbours. */
  gapX: number;
  /** Room between a node and its children; links run in it. The same everywhere. */
  gapY: number;
}

/** The shape of a forest, as `Tree` of `shared/tree` has it. */
export interface Forest {
  /** Ids, parents before children, siblings from left to right. */
  order: readonly string[];
  parents: ReadonlyMap<string, string | null>;
  children: ReadonlyMap<string, readonly string[]>;
  roots: readonly string[];
}

/** Where every node stands. Nodes are numbered as in `ids`; columns are typed arrays, for trees of 100,000 nodes. */
export interface Layout {
  ids: readonly string[];
  indexOf: ReadonlyMap<string, number>;
  /** Number of the parent, -1 for roots. */
  parent: Int32Array;
  /** Children of node `i`: `childList` from `childStart[i]` to before `childStart[i + 1]`, left to right. */
  childStart: Int32Array;
  childList: Int32Array;
  /** Upper left corner and size; the whole begins at 0, 0. */
  x: Float64Array;
  y: Float64Array;
  width: Float64Array;
  height: Float64Array;
  /** Size of the whole. */
  bounds: Size;
  gapY: number;
}

const NONE = -1;

/**
 * Lays out a forest: roots beside one another, parents centred over the middle of their first and last child,
 * siblings from left to right in their order. The same input gives the same layout [L2].
 */
export function layoutForest(
  forest: Forest,
  sizeOf: (id: string) => Size,
  { gapX, gapY }: LayoutOptions,
): Layout {
  const ids = forest.order;
  const count = ids.length;
  // One more node than there are: a root above the roots makes one tree of the forest. It draws nothing.
  const top = count;
  const indexOf = new Map<string, number>();
  for (let i = 0; i < count; i++) indexOf.set(ids[i]!, i);

  const parent = new Int32Array(count).fill(NONE);
  const childStart = new Int32Array(count + 2);
  const childList = new Int32Array(count);
  const width = new Float64Array(count + 1);
  const height = new Float64Array(count + 1);
  let filled = 0;
  for (let i = 0; i <= count; i++) {
    const kids = i === top ? forest.roots : forest.children.get(ids[i]!);
    childStart[i] = filled;
    if (kids) {
      for (const kid of kids) {
        const k = indexOf.get(kid)!;
        childList[filled++] = k;
        if (i !== top) parent[k] = i;
      }
    }
    if (i !== top) {
      const size = sizeOf(ids[i]!);
      width[i] = size.width;
      height[i] = size.height;
    }
  }
  childStart[count + 1] = filled;

  const y = new Float64Array(count + 1);
  y[top] = -gapY;
  for (let i = 0; i < count; i++) {
    const above = parent[i]!;
    y[i] = above === NONE ? 0 : y[above]! + height[above]! + gapY;
  }

  const x = placeAcross({ count: count + 1, top, childStart, childList, width, height, y, gapX, gapY });

  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let bottom = 0;
  for (let i = 0; i < count; i++) {
    least = Math.min(least, x[i]!);
    most = Math.max(most, x[i]! + width[i]!);
    bottom = Math.max(bottom, y[i]! + height[i]!);
  }
  for (let i = 0; i < count; i++) x[i] = x[i]! - least;
  return {
    ids,
    indexOf,
    parent,
    childStart: childStart.subarray(0, count + 1),
    childList,
    x: x.subarray(0, count),
    y: y.subarray(0, count),
    width: width.subarray(0, count),
    height: height.subarray(0, count),
    bounds: count === 0 ? { width: 0, height: 0 } : { width: most - least, height: bottom },
    gapY,
  };
}

interface Problem {
  count: number;
  top: number;
  childStart: Int32Array;
  childList: Int32Array;
  width: Float64Array;
  height: Float64Array;
  y: Float64Array;
  gapX: number;
  gapY: number;
}

/** The x of every node. Names as in the paper: `mod` moves a whole subtree, threads go on where a contour ends. */
function placeAcross(problem: Problem): Float64Array {
  const { count, top, childStart, childList, width, height, y, gapX, gapY } = problem;
  const prelim = new Float64Array(count);
  const mod = new Float64Array(count);
  const shift = new Float64Array(count);
  const change = new Float64Array(count);
  const threadLeft = new Int32Array(count).fill(NONE);
  const threadRight = new Int32Array(count).fill(NONE);
  const extremeLeft = new Int32Array(count);
  const extremeRight = new Int32Array(count);
  const sumLeft = new Float64Array(count);
  const sumRight = new Float64Array(count);

  /** The lower edge of a node with the gap in which its links run. */
  const low = (i: number) => y[i]! + height[i]! + gapY;
  const isLeaf = (i: number) => childStart[i]! === childStart[i + 1]!;
  const nextLeft = (i: number) => (isLeaf(i) ? threadLeft[i]! : childList[childStart[i]!]!);
  const nextRight = (i: number) => (isLeaf(i) ? threadRight[i]! : childList[childStart[i + 1]! - 1]!);

  // Which sibling the right contour belongs to at which height: a stack, the deepest at the bottom.
  const contourLow: number[] = [];
  const contourOwner: number[] = [];
  const enter = (lowest: number, child: number) => {
    while (contourLow.length > 0 && lowest >= contourLow.at(-1)!) {
      contourLow.pop();
      contourOwner.pop();
    }
    contourLow.push(lowest);
    contourOwner.push(child);
  };

  /** Moves child `n` of a node to the right until it is clear of all children before it. */
  const separate = (first: number, n: number) => {
    const leftmost = childList[first]!;
    const before = childList[first + n - 1]!;
    const child = childList[first + n]!;
    let at = contourLow.length - 1;
    let right = before;
    let rightSum = mod[before]!;
    let left = child;
    let leftSum = mod[child]!;
    while (right !== NONE && left !== NONE) {
      while (at > 0 && low(right) > contourLow[at]!) at--;
      const overlap = rightSum + prelim[right]! + width[right]! + gapX - (leftSum + prelim[left]!);
      if (overlap > 0) {
        leftSum += overlap;
        mod[child] = mod[child]! + overlap;
        sumLeft[child] = sumLeft[child]! + overlap;
        sumRight[child] = sumRight[child]! + overlap;
        const owner = contourOwner[at]!;
        if (owner !== n - 1) {
          // The children between the two that touched share the new room evenly.
          const share = overlap / (n - owner);
          const next = childList[first + owner + 1]!;
          shift[next] = shift[next]! + share;
          shift[child] = shift[child]! - share;
          change[child] = change[child]! - (overlap - share);
        }
      }
      const rightLow = low(right);
      const leftLow = low(left);
      if (rightLow <= leftLow) {
        right = nextRight(right);
        if (right !== NONE) rightSum += mod[right]!;
      }
      if (rightLow >= leftLow) {
        left = nextLeft(left);
        if (left !== NONE) leftSum += mod[left]!;
      }
    }
    if (right === NONE && left !== NONE) {
      const end = extremeLeft[leftmost]!;
      threadLeft[end] = left;
      const difference = leftSum - mod[left]! - sumLeft[leftmost]!;
      mod[end] = mod[end]! + difference;
      prelim[end] = prelim[end]! - difference;
      extremeLeft[leftmost] = extremeLeft[child]!;
      sumLeft[leftmost] = sumLeft[child]!;
    } else if (right !== NONE && left === NONE) {
      const end = extremeRight[child]!;
      threadRight[end] = right;
      const difference = rightSum - mod[right]! - sumRight[child]!;
      mod[end] = mod[end]! + difference;
      prelim[end] = prelim[end]! - difference;
      extremeRight[child] = extremeRight[before]!;
      sumRight[child] = sumRight[before]!;
    }
  };

  const gather = (i: number) => {
    const first = childStart[i]!;
    const kids = childStart[i + 1]! - first;
    if (kids === 0) {
      extremeLeft[i] = i;
      extremeRight[i] = i;
      return;
    }
    const head = childList[first]!;
    const tail = childList[first + kids - 1]!;
    contourLow.length = 0;
    contourOwner.length = 0;
    enter(low(extremeLeft[head]!), 0);
    for (let n = 1; n < kids; n++) {
      const lowest = low(extremeRight[childList[first + n]!]!);
      separate(first, n);
      enter(lowest, n);
    }
    const from = prelim[head]! + mod[head]! + width[head]! / 2;
    const to = prelim[tail]! + mod[tail]! + width[tail]! / 2;
    prelim[i] = (from + to - width[i]!) / 2;
    extremeLeft[i] = extremeLeft[head]!;
    sumLeft[i] = sumLeft[head]!;
    extremeRight[i] = extremeRight[tail]!;
    sumRight[i] = sumRight[tail]!;
  };

  for (let i = top - 1; i >= 0; i--) gather(i);
  gather(top);

  const x = new Float64Array(count);
  const moved = new Float64Array(count);
  const settle = (i: number) => {
    const sum = moved[i]! + mod[i]!;
    x[i] = prelim[i]! + sum;
    let room = 0;
    let delta = 0;
    for (let k = childStart[i]!; k < childStart[i + 1]!; k++) {
      const child = childList[k]!;
      room += shift[child]!;
      delta += room + change[child]!;
      mod[child] = mod[child]! + delta;
      moved[child] = sum;
    }
  };
  settle(top);
  for (let i = 0; i < top; i++) settle(i);
  return x;
}
