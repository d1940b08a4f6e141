// Swift's concurrency, as far as the packages refer to it: their functions for tasks, which nothing here calls. Where
// these suffice, neither its library nor libdispatch is linked, a twenty-fifth of the program. They are weak: if another
// release of a package refers to more, the library is linked and takes their place.

static void __attribute__((used)) uncalled(void) { __builtin_trap(); }

#define UNCALLED(name, symbol) \
  extern __attribute__((weak, visibility("hidden"), alias("uncalled"))) void name(void) __asm__(symbol);

// ArgumentParser: commands that are 'async'
UNCALLED(allocate, "swift_task_alloc")
UNCALLED(deallocate, "swift_task_dealloc")
UNCALLED(switch_executor, "swift_task_switch")
// Logging: the logger of a task
UNCALLED(local_type, "$ss9TaskLocalCMn")
UNCALLED(local_init, "$ss9TaskLocalC12wrappedValueAByxGx_tcfc")
UNCALLED(local_get, "$ss9TaskLocalC3getxyF")
UNCALLED(local_with, "$ss9TaskLocalC9withValue_9operation4file4lineqd__x_qd__yKXESSSutKlF")
UNCALLED(local_with_async, "$ss9TaskLocalC9withValue_9operation9isolation4file4lineqd__x_qd__yYaKXEScA_pSgYiSSSutYaKlF")
UNCALLED(
  local_with_pointer, "$ss9TaskLocalC9withValue_9operation9isolation4file4lineqd__x_qd__yYaKXEScA_pSgYiSSSutYaKlFTu")
UNCALLED(executor, "$sScA15unownedExecutorScevgTj")
