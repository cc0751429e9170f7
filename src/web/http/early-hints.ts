import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNavigation } from './error-replies.ts'

/**
 * Tells a browser what a page loads first, while the page is made (status 103). Over HTTP/2 only: browsers take no hints
 * otherwise, and old programs take them for the answer.
 */
export const sendEarlyHints = (
  request: FastifyRequest,
  reply: FastifyReply,
  link: readonly string[],
): void => {
  if (request.raw.httpVersionMajor < 2 || request.method !== 'GET' || !isNavigation(request)) return
  reply.raw.writeEarlyHints({ link: [...link] })
}
