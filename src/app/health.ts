import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Shop } from './shop.ts'

/** `/livez`: the process answers. `/readyz`: it can also reach its database, and is not about to end. */
export const registerHealth = (
  app: FastifyInstance,
  { deps, draining }: Pick<Shop, 'deps' | 'draining'>,
): void => {
  app.get('/livez', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.isOn()) return reply.status(503).send({ status: 'draining' })
    try {
      await sql`select 1`.execute(deps.database)
      return { status: 'ok' }
    } catch (thrown) {
      deps.log.warn({ err: thrown }, 'not ready: the database does not answer')
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}
