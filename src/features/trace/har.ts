/** A name with its value. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** The body of a request. `encoding` is not part of HAR, but servers that answer from a HAR read it. */
export interface HarPostData {
  readonly mimeType: string;
  readonly text: string;
  readonly encoding?: 'base64';
}

/** A request of an API call. */
export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly queryString: readonly HarPair[];
  readonly postData?: HarPostData;
  readonly headersSize: number;
  readonly bodySize: number;
}

/** The body of an answer. */
export interface HarContent {
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  readonly encoding?: 'base64';
  /** Why the text is missing. */
  readonly comment?: string;
}

/** An answer; its status is 0 if there was none. */
export interface HarResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly content: HarContent;
  readonly redirectURL: string;
  readonly headersSize: number;
  readonly bodySize: number;
}

/** The number of HAR for a size that is not known. */
export const UNKNOWN_SIZE = -1;
