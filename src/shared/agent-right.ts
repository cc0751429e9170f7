/** Why an agent never uses an endpoint; the texts are in `agent/rules/agent-rights.ts`. */
export type DeniedToAgents =
  | 'denied'
  | 'denied: sign-in'
  | 'denied: password'
  | 'denied: email'
  | 'denied: money'
  | 'denied: order-owner'
  | 'denied: account-data'
  | 'denied: machine'

/** What an agent may do with an endpoint during an impersonation session. */
export type AgentRight =
  /** For the member, from the beginning of the session. */
  | 'read'
  /** For the member, once the agent has said what is to be changed. */
  | 'write'
  /** As any visitor of the shop, without access to the member's data. */
  | 'as-visitor'
  /** The endpoint is about the session itself. */
  | 'own'
  /** Ends the session first, then continues as a visitor. */
  | 'ends'
  | DeniedToAgents
