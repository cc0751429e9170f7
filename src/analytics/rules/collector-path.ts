/** Where page views go; a file of its own, because the small script of every page needs nothing else of the call. */
export const collectorPath = '/api/analytics/batch'
