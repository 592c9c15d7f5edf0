# Sourced by the scripts beside it.

find_python() { # find_python VERSION: the program, on PATH or among pyenv's; nothing where there is none
  local program
  for program in "python$1" "$(pyenv root 2>/dev/null || true)/versions/$1".*/bin/python; do
    if "$program" -c '' 2>/dev/null; then
      printf '%s' "$program"
      return
    fi
  done
}
