/** Whether a path is of the desk, a page or an endpoint: there the desk's cookie says who asks, and no other one. */
export const isDeskAddress = (url: string): boolean => /^\/(?:api\/)?desk(?:[/?#]|$)/.test(url)

/** Marks requests that a page of the desk sends without a person: they do not extend an idle session. */
export const unattendedHeader = 'x-unattended'
