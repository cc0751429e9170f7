import { spawnSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './start-command.ts'

const run = (program: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(program, [...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
  return stdout.trim()
}

const lockFile = (tree: string): Promise<string> => readFile(join(tree, 'package-lock.json'), 'utf8')

/**
 * Writes the files of a commit into a folder, with this installation's dependencies, or its own where they are others. Resolves
 * with the name of the commit. Throws for a commit that the repository does not have.
 */
export const writeEarlierTree = async (commit: string, tree: string): Promise<string> => {
  const name = run('git', ['rev-parse', '--short', '--verify', `${commit}^{commit}`], root)
  await mkdir(tree, { recursive: true })
  const archive = join(tree, 'files.tar')
  run('git', ['archive', '--output', archive, name], root)
  run('tar', ['-xf', archive, '-C', tree], root)
  if ((await lockFile(tree)) === (await lockFile(root)))
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  else run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], tree)
  return name
}
