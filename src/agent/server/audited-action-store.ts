import type { Db } from './agent-store.ts'

interface NewAuditedAction {
  readonly id: string
  readonly impersonationId: string
  readonly agentId: string
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
    .insertInto('agent_act')
    .values({
      id: auditedAction.id,
      visit_id: auditedAction.impersonationId,
      agent_id: auditedAction.agentId,
      account_id: auditedAction.accountId,
      call: auditedAction.endpoint,
      action: auditedAction.action,
      subject: auditedAction.subject,
      at: now.toString(),
    })
    .execute()
}

export const writeOutcome = async (db: Db, id: string, outcome: string): Promise<void> => {
  await db
    .updateTable('agent_act')
    .set({ outcome })
    .where('id', '=', id)
    .where('outcome', '=', 'begun')
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
        .selectFrom('agent_act')
        .select(['visit_id as impersonation_id', 'call as endpoint', 'action', 'subject', 'at', 'outcome'])
        .where('visit_id', 'in', impersonationIds)
        .orderBy('number')
        .execute()
