import { enterWorld } from './world.ts'

await enterWorld()
