/** A thing that the faces express in different ways, so that no generated call has it, or the comparison ignores it. */
export interface InherentDifference {
  readonly what: string;
  readonly reason: string;
}

/** All inherent differences: of requests, then of answers. */
export const INHERENT: readonly InherentDifference[] = [
  {
    what: 'a zero in a PATCH without a mask',
    reason: 'in proto3 a zero without presence is the same as an absent field',
  },
  { what: 'a required boolean that is missing', reason: 'a bool without presence is read as false, which is a value' },
  { what: 'two members of a oneof', reason: 'JSON can have both and is rejected, on the wire the last one wins' },
  { what: 'null, unknown names, names given twice', reason: 'a message cannot have them' },
  { what: 'values of another type, such as a number for a text', reason: 'a message is typed' },
  { what: 'text that is not well formed', reason: 'protobuf text is UTF-8, and the client would not send it' },
  { what: 'a body that is not JSON, a message that is not protobuf', reason: 'each face has its own encoding' },
  { what: 'an empty variable in a path', reason: 'it is another path, which other operations may have' },
  { what: 'a slash in a variable of one segment, or at the end of one', reason: 'it is another path' },
  { what: 'parameters given twice', reason: 'a field has one value' },
  { what: 'lists of messages in a query beyond their short form', reason: 'a query has only texts' },
  { what: 'texts of 65,536 characters and more in a query', reason: 'they exceed the limit for headers' },
  { what: 'a comma inside a path of a mask', reason: 'a mask in a query is one text, split at commas' },
  { what: 'a token without its scheme', reason: 'published clients of gRPC send it like that (clients §0.2)' },
  { what: 'HTTP methods, media types, paths that no operation has', reason: 'they are not calls of the API' },
  { what: 'methods of v1 that are reached only over gRPC', reason: 'they are missing over HTTP (behaviour V14)' },
  { what: 'messages and details of several thousand bytes', reason: 'clients limit the size of trailers' },
];
