import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file that browsers keep: its bytes, also compressed, and the tag by which they ask whether it has changed. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** Compresses the bytes on first use. */
  readonly gzipped: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** A file with its media type. */
export const pageFile = (type: string, content: string | Uint8Array<ArrayBuffer>): PageFile => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  let gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    type,
    bytes,
    etag: `W/"${digest}"`,
    gzipped: () => {
      gzipped ??= promisify(gzip)(bytes).then((made) => new Uint8Array(made));
      return gzipped;
    },
  };
};

/** True if a client takes gzip, by its name or as any other coding; a weight of 0 is a refusal (RFC 9110 §12.5.3). */
const takesGzip = (accepted = ''): boolean => {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice('q='.length)));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
};

/** Answers with a file: nothing to a browser that has it already, else its bytes, compressed if the browser takes that. */
export const answerFile = async (
  { type, bytes, etag, gzipped }: PageFile,
  asked: { readonly ifNoneMatch: string | undefined; readonly acceptEncoding: string | undefined },
  headers: Readonly<Record<string, string>>,
): Promise<Response> => {
  const cached = { ...headers, ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  // By the weak comparison (RFC 9110 §13.1.2), or any version.
  const tags = asked.ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  if (tags.some((tag) => tag === '*' || `W/${tag.replace(/^W\//, '')}` === etag)) {
    return new Response(null, { status: 304, headers: cached });
  }
  // An image is compressed as it is.
  if (!takesGzip(asked.acceptEncoding) || type.startsWith('image/')) {
    return new Response(bytes, { headers: { ...cached, 'Content-Type': type } });
  }
  return new Response(await gzipped(), { headers: { ...cached, 'Content-Type': type, 'Content-Encoding': 'gzip' } });
};
