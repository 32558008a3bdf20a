/** The form of the fields of a trace that are not of HAR: a reader of another form refuses it. */
export const TRACE_FORMAT = 1;
