import type { Db } from './agent-store.ts'

interface NewAct {
  readonly id: string
  readonly visitId: string
  readonly agentId: string
  readonly accountId: string
  readonly call: string
  readonly action: string
  readonly subject: string
}

export const insertAct = async (db: Db, act: NewAct, now: Temporal.Instant): Promise<void> => {
  await db
    .insertInto('agent_act')
    .values({
      id: act.id,
      visit_id: act.visitId,
      agent_id: act.agentId,
      account_id: act.accountId,
      call: act.call,
      action: act.action,
      subject: act.subject,
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

export interface StoredAct {
  readonly visit_id: string
  readonly call: string
  readonly action: string
  readonly subject: string
  readonly at: string
  readonly outcome: string
}

export const readActsOf = (db: Db, visitIds: readonly string[]): Promise<StoredAct[]> =>
  visitIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('agent_act')
        .select(['visit_id', 'call', 'action', 'subject', 'at', 'outcome'])
        .where('visit_id', 'in', visitIds)
        .orderBy('number')
        .execute()
