/** Whether a path is of the partner API: there a key says who asks, and no cookie. */
export const isPartnerAddress = (url: string): boolean => /^\/api\/partner(?:[/?#]|$)/.test(url)

/** Where apps of partners get access tokens and end them. */
export const oauthPaths = {
  token: '/api/partner/oauth/token',
  revoke: '/api/partner/oauth/revoke',
} as const
