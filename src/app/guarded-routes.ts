import { login } from '#account/endpoints.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import { people } from '../../db/seed/people.ts'
import { isLocalOnly } from '../web/http/network.ts'
import type { Settings } from './config.ts'

type DevToolsAccess = Pick<Settings, 'devToolsOpen' | 'publicUrl'>

const isRemote = ({ isLocal }: RequestContext, { devToolsOpen, publicUrl }: DevToolsAccess): boolean =>
  !devToolsOpen && !(isLocal === true && isLocalOnly(publicUrl))

/** A dev tools endpoint; NOT_FOUND for other machines, unless the operator opened it. */
export const localOnly = ({ endpoint, run }: Route, settings: DevToolsAccess): Route => ({
  endpoint,
  run: async (context, input) => {
    if (isRemote(context, settings)) throw new ShopError('NOT_FOUND')
    return run(context, input)
  },
})

const demoEmails = new Set(people.map(({ email }) => email))

const emailIn = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'email' in input
    ? String(input.email).trim().toLowerCase()
    : ''

/** The password of the demo members is in every copy of the shop, so they sign in on this machine only. */
export const withLocalDemoSignIn = (
  routes: readonly Route[],
  settings: DevToolsAccess & Pick<Settings, 'demo'>,
): readonly Route[] => {
  if (!settings.demo) return routes
  return routes.map(({ endpoint, run }) => {
    if (endpoint.name !== login.name) return { endpoint, run }
    return {
      endpoint,
      run: async (context, input) => {
        if (isRemote(context, settings) && demoEmails.has(emailIn(input)))
          throw new ShopError('USER_NOT_FOUND')
        return run(context, input)
      },
    }
  })
}
