/**
 * The path of page views; a file of its own, because the small script of every page needs nothing else of the endpoint.
 */
export const collectorPath = '/api/analytics/batch'
