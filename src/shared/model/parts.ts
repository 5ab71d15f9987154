/**
 * The parts a message is made of. Parts are plain JSON: they are what the store keeps, what the
 * RPC carries and what an export writes. Bytes never stand in a part; a part names a blob by the
 * SHA-256 of its bytes (64 lower-case hex digits).
 */
import type { JsonObject, JsonValue } from './json';

export interface TextPart {
  type: 'text';
  text: string;
  /** Where statements in the text come from, in order of mention. */
  citations?: Citation[];
}

export interface Citation {
  title: string | null;
  url: string | null;
}

export interface ReasoningPart {
  type: 'reasoning';
  /** Empty when the provider kept the reasoning to itself (redacted, encrypted). */
  text: string;
  /** What the provider wants back unchanged with this reasoning (signature, encrypted content), by provider name. */
  provider?: JsonObject;
}

export interface ImagePart {
  type: 'image';
  /** SHA-256 of the bytes, or null when the source named an image that did not come along. */
  blob: string | null;
  mediaType: string;
  name?: string;
  width?: number;
  height?: number;
  /** What the source called it (a pointer, a URL); said where the image is missing. */
  origin?: string;
}

export interface FilePart {
  type: 'file';
  /** SHA-256 of the bytes, or null when only the name or the extracted text came along. */
  blob: string | null;
  mediaType: string;
  name: string;
  /** Bytes, where known. */
  size?: number;
  /** Text of the file, where the source extracted it or the file is text. Sent to the model. */
  text?: string;
  origin?: string;
}

export interface ToolCallPart {
  type: 'tool-call';
  /** Unique on its path; pairs the call with its result. */
  callId: string;
  name: string;
  input: JsonValue;
  /** The arguments as they came, when they were not JSON. `input` is then null. */
  inputText?: string;
  /**
   * True when it is known that no result will ever come (the source ended without one). Such a call
   * does not keep its turn open.
   */
  unanswered?: true;
  provider?: JsonObject;
}

export interface ToolResultPart {
  type: 'tool-result';
  callId: string;
  name: string;
  output: (TextPart | ImagePart | FilePart)[];
  isError?: true;
}

/** Something the source had and we have no part for: kept whole, shown folded, never sent to a model. */
export interface OpaquePart {
  type: 'opaque';
  /** What the source called it. */
  kind: string;
  raw: JsonValue;
}

export type Part =
  | TextPart
  | ReasoningPart
  | ImagePart
  | FilePart
  | ToolCallPart
  | ToolResultPart
  | OpaquePart;

export type PartType = Part['type'];
