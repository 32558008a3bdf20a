/** The forms in which coverage is reported; `github` is the step summary of a hosted CI. */
export const COVERAGE_FORMATS = ['json', 'markdown', 'github'] as const;
