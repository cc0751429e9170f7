import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { defineEndpoint } from '#shared/endpoint.ts'

/** Outside providers that a member may sign in with (spec §7). */
export const SignOnProvider = z.enum(['google', 'facebook'])

export type SignOnProvider = z.output<typeof SignOnProvider>

/** Which providers this shop is set up for. */
export const viewSignOnProviders = defineEndpoint({
  name: 'viewSignOnProviders',
  method: 'GET',
  path: '/account/sign-on/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'says the same to everybody' },
  payload: z.object({}),
  reply: z.object({
    providers: z.array(
      z.object({
        provider: SignOnProvider,
        /** The return page of the shop, as the provider knows it. */
        redirect_url: z.string(),
      }),
    ),
  }),
  errors: [],
})

/**
 * Starts the code flow: stores state, nonce and verifier for this browser, and returns where to send it. For a member
 * it connects the provider, and requires a fresh proof.
 */
export const startSignOn = defineEndpoint({
  name: 'startSignOn',
  method: 'POST',
  path: '/account/sign-on/{provider}/',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({
    provider: SignOnProvider,
    /** Path of the shop to land on afterwards. */
    return_to: z.string().max(2000).optional(),
  }),
  reply: z.object({ authorization_url: z.string() }),
  errors: ['NOT_FOUND', 'PROOF_REQUIRED', 'SHOP_BUSY', 'TOO_MANY_REQUESTS'],
})

/**
 * Ends the code flow with what the provider sent back. `state` proves that this browser started it. What a member
 * started connects the provider's account to theirs, with a fresh proof; everything else signs in, and 201 says that
 * the user is new. An e-mail that the provider has not verified connects nothing: it is confirmed by mail first.
 */
export const googleSignon = defineEndpoint({
  name: 'googleSignon',
  method: 'POST',
  path: '/account/google-signon/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  createdWhen: 'is_new_user',
  payload: z.object({
    code: z.string().min(1).max(4000),
    redirect_url: z.string().max(500),
    state: z.string().min(1).max(200),
    /** As the provider sent it; some require that it is checked (RFC 9207). */
    iss: z.string().max(500).optional(),
  }),
  reply: z.object({
    [brand.keys.identityField]: z.string(),
    is_new_user: z.boolean(),
    return_to: z.string(),
  }),
  errors: [
    'VALIDATION_ERROR',
    'NOT_FOUND',
    'PROOF_REQUIRED',
    'SIGN_ON_FAILED',
    'SIGN_IN_REQUIRED',
    'UNVERIFIED_ACCOUNT',
    'TOO_MANY_REQUESTS',
  ],
})

export const facebookSignon = defineEndpoint({
  ...googleSignon,
  name: 'facebookSignon',
  path: '/account/facebook-signon/',
})
