/** The number in a text; the text if it has none, so that it is sent as it is, and refused. */
export const numberIn = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));
