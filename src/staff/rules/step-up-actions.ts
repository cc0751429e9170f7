/** The acts for which a passkey is used again; each confirmation counts for exactly this one. */
export const stepUpActions = {
  link: 'own passkey link',
  removePasskey: (id: string): string => `remove passkey ${id}`,
  invite: (email: string, role: string): string => `invite ${email} as ${role}`,
  role: (id: string, role: string): string => `role of ${id} to ${role}`,
  end: (id: string): string => `end ${id}`,
  /** Each with everything that the confirmation counts for. */
  createKey: (name: string, scopes: readonly string[], days: number): string =>
    `API key ${name} for ${days} days: ${scopes.join(' ')}`,
  rotateKey: (id: string): string => `rotate API key ${id}`,
  revokeKey: (id: string): string => `revoke API key ${id}`,
  createApp: (name: string, scopes: readonly string[]): string => `app ${name}: ${scopes.join(' ')}`,
  rotateAppSecret: (id: string): string => `rotate secret of app ${id}`,
  endAppSecret: (id: string): string => `end old secret of app ${id}`,
  removeApp: (id: string): string => `remove app ${id}`,
  createWebhook: (url: string, types: readonly string[]): string => `webhook to ${url}: ${types.join(' ')}`,
  rotateSecret: (id: string): string => `rotate secret of webhook ${id}`,
  /** Cents: a confirmation counts for one amount only. */
  refund: (number: string, cents: number): string => `refund ${number} ${cents}`,
  /** The package of a return or a withdrawal, and what is refunded for it. */
  receive: (number: string, cents: number): string => `receive ${number} ${cents}`,
  /** The report of a problem, and what is refunded for it. */
  refundProblem: (number: string, cents: number): string => `refund problem ${number} ${cents}`,
  /** A refund that was refused, given once more to the card or as credit. */
  repeatRefund: (id: string, how: string, cents: number): string => `repeat refund ${id} ${how} ${cents}`,
  /** Everybody who was notified gets a mail. */
  stopIncrease: (id: string): string => `stop price increase ${id}`,
  /** Acting inside the member's own pages. */
  impersonate: (accountId: string, minutes: number | string): string =>
    `act for ${accountId} for ${minutes} minutes`,
  /** What somebody else asked for. */
  approve: (id: string): string => `approve ${id}`,
} as const
