import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders with files that take half a minute and more, most of it waiting for processes. */
const longest = ['test/interleaving/', 'test/simulation/', 'test/processes/', 'test/crash/']

/**
 * Without times of an earlier run vitest begins with the largest files. The longest ones are small, came last and left a
 * processor idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((folder) => relative(root, moduleId).startsWith(folder))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
