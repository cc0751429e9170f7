import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const year = 31_536_000
const week = 604_800

/** Serves scripts, styles, pictures and fonts of the built pages. */
export const registerPageFiles = async (app: FastifyInstance, buildFolder: string): Promise<void> => {
  const root = path.join(buildFolder, 'client')
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    // Scripts and styles lie there in their short forms as well.
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    // Built files carry a hash in their names; pictures and fonts get a new name when they change.
    setHeaders: (reply, file) => {
      const hashed = file.startsWith(path.join(root, 'assets'))
      reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : `public, max-age=${week}`)
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}
