import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageSource } from './built-pages.ts'

const year = 31_536_000
const week = 604_800

/** Serves scripts, styles, pictures and fonts of the pages. */
export const registerPageFiles = async (
  app: FastifyInstance,
  { filesFolder: root, edition }: Omit<PageSource, 'pages'>,
): Promise<void> => {
  // Built files carry a hash in their names; pictures and fonts get a new name when they change.
  const cachingOf = (file: string): string => {
    if (edition === null) return 'no-cache'
    const hashed = file.startsWith(path.join(root, 'assets'))
    return hashed ? `public, max-age=${year}, immutable` : `public, max-age=${week}`
  }
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    // Scripts and styles are there in their compressed forms as well.
    preCompressed: edition !== null,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', cachingOf(file))
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}
