// Arrays as the kernel sees them: a place in the memory it shares with its caller, read and written by index.

@unmanaged
export class F64s {
  @inline
  @operator('[]')
  at(i: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>i) << 3))
  }

  @inline
  @operator('[]=')
  put(i: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>i) << 3), value)
  }
}

@unmanaged
export class I32s {
  @inline
  @operator('[]')
  at(i: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>i) << 2))
  }

  @inline
  @operator('[]=')
  put(i: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>i) << 2), value)
  }
}

@unmanaged
export class U16s {
  @inline
  @operator('[]')
  at(i: i32): i32 {
    return <i32>load<u16>(changetype<usize>(this) + ((<usize>i) << 1))
  }

  @inline
  @operator('[]=')
  put(i: i32, value: i32): void {
    store<u16>(changetype<usize>(this) + ((<usize>i) << 1), <u16>value)
  }
}

@unmanaged
export class U8s {
  @inline
  @operator('[]')
  at(i: i32): i32 {
    return <i32>load<u8>(changetype<usize>(this) + <usize>i)
  }

  @inline
  @operator('[]=')
  put(i: i32, value: i32): void {
    store<u8>(changetype<usize>(this) + <usize>i, <u8>value)
  }
}
