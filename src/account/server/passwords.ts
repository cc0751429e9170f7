import { hash, parseOptions, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '#platform/bounded-queue.ts'
import { normalizedPassword } from '../rules/password.ts'

/**
 * argon2id (the library's default) at OWASP's figures: 19 MiB, 2 passes, 1 lane. Increase them here; hashes are updated
 * at sign-in.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type PasswordCheck = 'wrong' | 'right' | 'right-but-outdated'

export interface Passwords {
  readonly hash: (password: string) => Promise<string>
  /** Compares; a null hash (unknown e-mail, or no password yet) costs the same work and is wrong. */
  readonly check: (passwordHash: string | null, password: string) => Promise<PasswordCheck>
}

const isOutdated = (passwordHash: string): boolean => {
  const hashOptions = parseOptions(passwordHash)
  return hashOptions.memoryCost < parameters.memoryCost || hashOptions.timeCost < parameters.timeCost
}

/**
 * A hash uses a core and one of Node's four threads for files and compression: two at a time leave capacity for pages.
 */
const hashQueue = createBoundedQueue({ atOnce: 2, waiting: 64 })

/** Throws SHOP_BUSY when too many passwords wait to be hashed. */
export const hashPassword = (password: string): Promise<string> =>
  hashQueue(() => hash(normalizedPassword(password), parameters))

/** For callers that have a hash; where there may be none, `createPasswords` takes the same time. */
export const matchesPassword = (passwordHash: string, entered: string): Promise<boolean> =>
  hashQueue(() => verify(passwordHash, normalizedPassword(entered)))

/** `decoy` is the unguessable password that checks without a hash run against. */
export const createPasswords = (decoy: string): Passwords => {
  const decoyHash = hashPassword(decoy)
  return {
    hash: hashPassword,
    check: async (passwordHash, password) => {
      const matches = await matchesPassword(passwordHash ?? (await decoyHash), password)
      if (!matches || passwordHash === null) return 'wrong'
      return isOutdated(passwordHash) ? 'right-but-outdated' : 'right'
    },
  }
}
