import { signOutCommand } from './sign-out-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** Everything that `npm run shop --` does, one file each. */
export const commands: readonly OperatorCommand[] = [signOutCommand]
