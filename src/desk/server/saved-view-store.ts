import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

const columns = ['id', 'staff_id', 'name', 'query', 'is_shared'] as const

/** A person's own views and those of the team. */
export const selectViewsFor = (db: Db, staffId: string) =>
  db
    .selectFrom('saved_view')
    .select(columns)
    .where((where) => where.or([where('staff_id', '=', staffId), where('is_shared', '=', true)]))
    .orderBy('is_shared')
    .orderBy('name')
    .orderBy('id')
    .execute()

export interface NewView {
  readonly staffId: string
  readonly name: string
  readonly query: string
  readonly isShared: boolean
}

/** Stores a view, or replaces the person's view of that name; returns its id. */
export const upsertView = async (tx: Tx, view: NewView): Promise<string> => {
  const content = { query: view.query, is_shared: view.isShared, saved_at: tx.now.toString() }
  const { id } = await tx.db
    .insertInto('saved_view')
    .values({ id: tx.ids.uuid(), staff_id: view.staffId, name: view.name, ...content })
    .onConflict((conflict) => conflict.columns(['staff_id', 'name']).doUpdateSet(content))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a view of this person, or one of the team where an owner asks; undefined when there is none. */
export const deleteView = (
  tx: Tx,
  { id, staffId, isOwner }: { id: string; staffId: string; isOwner: boolean },
) =>
  tx.db
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where((where) =>
      where.or([where('staff_id', '=', staffId), ...(isOwner ? [where('is_shared', '=', true)] : [])]),
    )
    .returning(['id', 'is_shared'])
    .executeTakeFirst()

/** Deletes views of anybody that look for an email. */
export const deleteViewsFor = (tx: Tx, email: string): Promise<void> => {
  const words = String(new URLSearchParams({ q: email })).toLowerCase()
  return tx.defer(tx.db.deleteFrom('saved_view').where(sql<boolean>`position(${words} in lower(query)) > 0`))
}
