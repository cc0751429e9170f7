import type { SignOnProvider } from '../sign-on-calls.ts'

/** Outside providers as people know them. */
export const providerNames = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  SignOnProvider,
  string
>
