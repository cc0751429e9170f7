import type { Db } from './agent-store.ts'

interface NewAuditedAction {
  readonly id: string
  readonly impersonationId: string
  /** Of an agent or of a person of staff; the other one is null. */
  readonly agentId: string | null
  readonly staffId: string | null
  readonly accountId: string
  readonly endpoint: string
  readonly action: string
  readonly subject: string
}

export const insertAuditedAction = async (
  db: Db,
  auditedAction: NewAuditedAction,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .insertInto('audited_action')
    .values({
      id: auditedAction.id,
      impersonation_id: auditedAction.impersonationId,
      agent_id: auditedAction.agentId,
      staff_id: auditedAction.staffId,
      account_id: auditedAction.accountId,
      endpoint: auditedAction.endpoint,
      action: auditedAction.action,
      subject: auditedAction.subject,
      at: now.toString(),
    })
    .execute()
}

export const writeOutcome = async (db: Db, id: string, outcome: string): Promise<void> => {
  await db
    .updateTable('audited_action')
    .set({ outcome })
    .where('id', '=', id)
    .where('outcome', '=', 'started')
    .execute()
}

export interface StoredAuditedAction {
  readonly impersonation_id: string
  readonly endpoint: string
  readonly action: string
  readonly subject: string
  readonly at: string
  readonly outcome: string
}

export const readAuditedActionsOf = (
  db: Db,
  impersonationIds: readonly string[],
): Promise<StoredAuditedAction[]> =>
  impersonationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('audited_action')
        .select(['impersonation_id', 'endpoint', 'action', 'subject', 'at', 'outcome'])
        .where('impersonation_id', 'in', impersonationIds)
        .orderBy('number')
        .execute()
