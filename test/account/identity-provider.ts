import { once } from 'node:events'
import { createServer } from 'node:http'
import OutsideProvider from 'oidc-provider'
import { freePort } from '../support/children.ts'

/** A person as the provider knows them. */
interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

export const client = { id: 'the-shop', secret: 'a secret between the shop and its provider' }

/**
 * A real OpenID Connect provider on this machine, with a shortened sign-in: anybody in `people` is signed in by
 * `signIn`, as a browser would be after the provider's own pages.
 */
export const openIdentityProvider = async (returnPages: readonly string[]) => {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Person>()
  const provider = new OutsideProvider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...returnPages],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    // As Google does: the identity token itself says the e-mail.
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the provider'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: async () => ({ ...person }) }
    },
  })
  let visitor = ''
  let exchanges = 0
  const handle = provider.callback()
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/token') exchanges += 1
    const interaction = request.url?.startsWith('/interaction/') === true
    if (!interaction) return void handle(request, response)
    void answer(request, response)
  })
  const answer = async (...[request, response]: Parameters<typeof provider.interactionDetails>) => {
    const { prompt, params, grantId } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: visitor } })
    }
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: visitor, clientId: String(params['client_id']) })
    grant?.addOIDCScope('openid email profile')
    return provider.interactionFinished(request, response, {
      consent: { grantId: (await grant?.save()) ?? '' },
    })
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    issuer,
    /** How often somebody has sent it a code. */
    exchanges: (): number => exchanges,
    /** Goes to the provider's address as this person's browser does; answers where it is sent back to. */
    signIn: async (person: Person, authorizationUrl: string): Promise<URL> => {
      people.set(person.sub, person)
      visitor = person.sub
      const jar = new Map<string, string>()
      let next = authorizationUrl
      for (let hop = 0; hop < 10 && next.startsWith(issuer); hop += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(next, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
        for (const line of reply.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = reply.headers.get('location')
        if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
        next = new URL(location, next).href
      }
      return new URL(next)
    },
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>
