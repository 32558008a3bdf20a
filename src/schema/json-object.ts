/** A JSON object, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;
