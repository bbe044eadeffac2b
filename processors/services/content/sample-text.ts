// The text that the route's example repurposes, written for it.
export const sampleText = `Why the harbour moved its cranes

The port of Ravenna moved four of its cranes in March. The old quay had sunk by 11 centimetres in six years, and each storm made it worse. Engineers first noticed the change when two rails no longer met.

Moving a crane costs about as much as a small ship. The port had three offers and took the slowest one, because it let the other quays work on. For nine weeks no more than one crane stood still at a time.

Was it worth the money? The harbour master says that waiting another winter would have closed the quay. Ships now wait 7 hours on average, down from 19. The next storm will show whether the new ground holds.`
