/** Whether a path is of the desk, a page or an endpoint: there the desk's cookie says who asks, and no other one. */
export const isDeskAddress = (url: string): boolean => /^\/(?:api\/)?desk(?:[/?#]|$)/.test(url)

/** Sent with what a page of the desk asks by itself, without a person: an idle session is not kept alive by it. */
export const unattendedHeader = 'x-unattended'
