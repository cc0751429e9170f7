import type { Tx } from '#platform/app-deps.ts'
import { useCheck } from './check-store.ts'

/**
 * Uses a check up that a person makes a request, once. False when it was used before, unless by the same request, which
 * `usedFor` names.
 */
export const useHumanCheck = (tx: Tx, checkKey: Buffer, usedFor: string): Promise<boolean> =>
  useCheck(tx.db, checkKey, tx.now, usedFor)
