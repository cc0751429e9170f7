/** Whether a path is of the partner API: there a key says who asks, and no cookie. */
export const isPartnerAddress = (url: string): boolean => /^\/api\/partner(?:[/?#]|$)/.test(url)
