import type { z } from 'zod'
import type { EndpointLimit } from './endpoint-limit.ts'
import type { ErrorCode } from './errors.ts'
import type { PartnerScope } from './partner-scope.ts'
import type { StaffPermission } from './staff.ts'

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
  | 'denied: desk'
  | 'denied: partner'

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

/**
 * Who may call: everybody, a signed-in member, an agent of support about their own impersonation session, staff with the
 * permission of the row, a partner's program whose key has the scope of the row, or other machines that sign their requests.
 */
export type Access = 'anyone' | 'member' | 'agent' | 'staff' | 'partner' | 'machine'

type AccessRow =
  | {
      readonly access: Exclude<Access, 'staff' | 'partner'>
      readonly permission?: never
      readonly scope?: never
    }
  | { readonly access: 'staff'; readonly permission: StaffPermission; readonly scope?: never }
  | { readonly access: 'partner'; readonly scope: PartnerScope; readonly permission?: never }

/** One row of the endpoint table (spec §7). Path parameters, query and body are one payload; the path wins. */
export type Endpoint = EndpointRow & AccessRow

interface EndpointRow {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{id}` parameters. A trailing slash is part of the path; the router answers both ways. */
  readonly path: `/${string}`
  /** `spec §7` for the specification's own rows, `shop` for those that the shop's pages need in addition. */
  readonly spec: 'spec §7' | 'shop'
  /** What an agent may do with it for a member. */
  readonly agent: AgentRight
  /** How often it may be called: budgets of `endpoint-limit.ts`, or why it needs none. */
  readonly limit: EndpointLimit
  readonly payload: z.ZodType
  readonly reply: z.ZodType
  readonly errors: readonly ErrorCode[]
  /** Names the field of the reply that is true when something new was created; the status is then 201. */
  readonly createdWhen?: string
  /** The page that a browser is led to when it opens this address itself, as from a mail (ruling 18). */
  readonly page?: `/${string}`
  /**
   * Its list is also CSV. `body`: a body of `text/csv` is the payload’s `csv`. `reply`: for who accepts `text/csv` the payload’s
   * `format` is `csv`, and the reply’s `csv` is sent as it is.
   */
  readonly csv?: 'body' | 'reply'
  /** Its answer without a query is the same for all visitors who pay in one currency, until something that pages show changes. */
  readonly sameForVisitors?: boolean
  /** It reads a large part of the database and may take as long as a report. */
  readonly isReport?: boolean
}

export type PayloadOf<C extends Endpoint> = z.output<C['payload']>
export type PayloadInput<C extends Endpoint> = z.input<C['payload']>
export type ReplyOf<C extends Endpoint> = z.output<C['reply']>

/** Keeps the exact types of a row of the endpoint table. */
export const defineEndpoint = <const C extends Endpoint>(endpoint: C): C => endpoint
