/** What the two faces cannot say alike, so that no generated call says it, or the comparison passes over it. */
export interface InherentDifference {
  readonly what: string;
  readonly reason: string;
}

/** Every one of them, in the order request, answer. */
export const INHERENT: readonly InherentDifference[] = [
  { what: 'a zero in a PATCH without a mask', reason: 'proto3 does not tell a zero without presence from nothing' },
  { what: 'a required switch that is not given', reason: 'a bool without presence reads as off, which is a value' },
  { what: 'two members of a oneof', reason: 'JSON can hold both and is refused, on the wire the last one wins' },
  { what: 'null, unknown names, names given twice', reason: 'a message has no such thing' },
  { what: 'values of another type, such as a number for a text', reason: 'a message is typed' },
  { what: 'text that is not well formed', reason: 'protobuf text is UTF-8, and the client would not send it' },
  { what: 'a body that is no JSON, a message that is no protobuf', reason: 'each face has its own way to be broken' },
  { what: 'an empty variable in a path', reason: 'it is another path, which other operations may have' },
  { what: 'a slash in a variable of one segment, or at the end of one', reason: 'it is another path' },
  { what: 'parameters given twice', reason: 'a field has one value' },
  { what: 'lists of messages in a query beyond their short form', reason: 'a query holds texts' },
  { what: 'texts of 65,536 characters and more in a query', reason: 'they are larger than the headers taken' },
  { what: 'a comma inside a path of a mask', reason: 'a mask in a query is one text, split at commas' },
  { what: 'a token without its scheme', reason: 'published clients of gRPC send it so (clients §0.2)' },
  { what: 'HTTP methods, media types, paths that no operation has', reason: 'they are not calls of the API' },
  { what: 'methods of v1 that are reached over gRPC alone', reason: 'over HTTP they are not there (behaviour V14)' },
  { what: 'messages and details of several thousand bytes', reason: 'clients bound what they take as trailers' },
];
