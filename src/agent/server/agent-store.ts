import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

export type Db = Kysely<Database>

interface Agent {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly dismissed: boolean
}

export const insertAgent = async (
  db: Db,
  agent: {
    readonly id: string
    readonly email: string
    readonly name: string
    readonly passwordHash: string
  },
  now: Temporal.Instant,
): Promise<boolean> => {
  const row = await db
    .insertInto('agent')
    .values({
      id: agent.id,
      email: agent.email,
      name: agent.name,
      password_hash: agent.passwordHash,
      created_at: now.toString(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const readAgents = async (db: Db): Promise<Agent[]> => {
  const rows = await db
    .selectFrom('agent')
    .select(['id', 'email', 'name', 'dismissed_at'])
    .orderBy('email')
    .execute()
  return rows.map(({ dismissed_at: at, ...agent }) => ({ ...agent, dismissed: at !== null }))
}

/** Also brings back an agent who was dismissed. */
export const writeAgentPassword = async (db: Db, id: string, passwordHash: string): Promise<void> => {
  await db
    .updateTable('agent')
    .set({ password_hash: passwordHash, dismissed_at: null })
    .where('id', '=', id)
    .execute()
}

export const markDismissed = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db.updateTable('agent').set({ dismissed_at: now.toString() }).where('id', '=', id).execute()
}
