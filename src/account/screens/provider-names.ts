import type { SignOnProvider } from '../sign-on-endpoints.ts'

/** Outside providers as people know them. */
export const providerNames = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  SignOnProvider,
  string
>
