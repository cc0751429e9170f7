import { hash, parseOptions, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '#platform/bounded-queue.ts'
import { normalPassword } from '../rules/password.ts'

/** argon2id (the library's default) at OWASP's figures: 19 MiB, 2 passes, 1 lane. Raise them here; hashes follow at sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type PasswordCheck = 'wrong' | 'right' | 'right-but-old'

export interface Passwords {
  readonly hash: (password: string) => Promise<string>
  /** Compares; a null hash (unknown e-mail, or no password yet) costs the same work and is wrong. */
  readonly check: (passwordHash: string | null, password: string) => Promise<PasswordCheck>
}

const isOld = (passwordHash: string): boolean => {
  const made = parseOptions(passwordHash)
  return made.memoryCost < parameters.memoryCost || made.timeCost < parameters.timeCost
}

/** A hash holds a core and one of Node's four threads for files and compression: two leave room for pages. */
const inTurn = createBoundedQueue({ atOnce: 2, waiting: 64 })

/** Throws SHOP_BUSY when too many passwords wait to be hashed. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalPassword(password), parameters))

/** For where a hash is at hand; where there may be none, `createPasswords` takes the same time. */
export const matchesPassword = (passwordHash: string, typed: string): Promise<boolean> =>
  inTurn(() => verify(passwordHash, normalPassword(typed)))

/** `decoy` is the unguessable password that checks for nobody run against. */
export const createPasswords = (decoy: string): Passwords => {
  const decoyHash = hashPassword(decoy)
  return {
    hash: hashPassword,
    check: async (passwordHash, password) => {
      const matches = await matchesPassword(passwordHash ?? (await decoyHash), password)
      if (!matches || passwordHash === null) return 'wrong'
      return isOld(passwordHash) ? 'right-but-old' : 'right'
    },
  }
}
