// A thread that analyses books, so that the thread which serves never waits for one.
import { parentPort } from 'node:worker_threads'
import { loadKernel } from '../engine/kernel.ts'
import { doJob, type Job } from './job.ts'

loadKernel()

parentPort!.on('message', (job: Job) => {
  parentPort!.postMessage(doJob(job))
})
