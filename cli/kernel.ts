// Compiles the cascade's kernel ahead of its first use, as the build of an image does.
import { kernelFile } from '../processors/services/cascade/engine/kernel-file.ts'
import { runCommand } from './command.ts'

const help = `usage: npm run kernel
Compiles the round of a cascade (processors/services/cascade/kernel) to WebAssembly where that is not done yet, and prints the file.
Nothing needs it: the first simulation on a machine does the same.`

await runCommand({
  name: 'kernel',
  help,
  async run({ print }) {
    print(kernelFile())
    return 0
  },
})
