import type { FastifyRequest } from 'fastify'
import { ownValue } from '#shared/own-value.ts'

const loopback = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i

/** What proxies write on a request that they pass on. */
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether a request comes from this machine itself: by a loopback connection, and not by way of a proxy, which would
 * make everybody look local.
 */
export const isLocal = ({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean =>
  loopback.test(raw.socket.remoteAddress ?? '') &&
  passedOn.every((name) => ownValue(headers, name) === undefined)
